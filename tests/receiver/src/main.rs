use standardwebhooks::Webhook;
use std::env::var;
use std::error::Error;
use tiny_http::{Response, Server};

fn main() -> Result<(), Box<dyn Error>> {
    let webhook = Webhook::new(&var("WEBHOOK_SECRET")?)?;
    let server = Server::http(format!("0.0.0.0:{}", var("PORT")?)).map_err(|error| error.to_string())?;
    for mut request in server.incoming_requests() {
        let mut body = Vec::new();
        request.as_reader().read_to_end(&mut body)?;
        let mut headers = http::HeaderMap::new();
        for header in request.headers() {
            let name = header.field.as_str().as_str().to_lowercase().parse::<http::HeaderName>()?;
            headers.insert(name, header.value.as_str().parse()?);
        }
        let is_genuine = webhook.verify(&body, &headers).is_ok();
        request.respond(Response::empty(if is_genuine { 204 } else { 400 }))?;
        if is_genuine {
            println!("{}", String::from_utf8_lossy(&body));
        }
    }
    Ok(())
}
