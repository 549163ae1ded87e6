//! Creates reports natively: `report-digests < ORDER`. An order is `{"data", "fonts", "account", "brands",
//! "dataset_version", "reports"}`: two folders, the monitored brands, and the bodies of reports. Prints the SHA-256 of
//! each file, by report and format.

use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::report::ReportRequest;
use overheard::pdf::{FontFile, Typeface, needed, render};
use overheard::records::report::Digests;
use overheard::report::csv;
use overheard::spec::request::account::choice::{ReportFormat, ReportKind};
use overheard_sqlite::reports::Service;
use serde_json::{Value, json};
use std::path::Path;

/// Mentions on a page of an export. The page size does not affect the file.
const PAGE: usize = 700;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let order: Value = serde_json::from_reader(std::io::stdin())?;
    let text = |member: &str| order[member].as_str().unwrap_or_default();
    let brands: Vec<MonitoredBrand> = serde_json::from_value(order["brands"].clone())?;
    let service = Service::new(Path::new(text("data")), brands);
    let mut printed = Vec::new();
    for body in order["reports"].as_array().into_iter().flatten() {
        let mut request = ReportRequest::parse(body.to_string().as_bytes())
            .map_err(|problems| format!("{:?}", problems.violations()))?;
        request.brands = service.brands.iter().map(|brand| brand.id.clone()).collect();
        let formats = request.formats.clone();
        let mut digests = serde_json::Map::new();
        if request.kind == ReportKind::MentionsExport {
            for format in formats {
                let bytes = service.export(&request, format, PAGE);
                digests.insert(format.name().to_owned(), sha256(format, &bytes));
            }
        } else {
            let made = service.make_for(text("account"), text("dataset_version"), request);
            for format in formats {
                let bytes = match format {
                    ReportFormat::Pdf => {
                        let font = |typeface: Typeface| -> std::io::Result<FontFile> {
                            let bytes = std::fs::read(Path::new(text("fonts")).join(typeface.file()))?;
                            Ok(FontFile { typeface, bytes: bytes.into() })
                        };
                        let content = &made.composed.content;
                        let fonts = needed(content).into_iter().map(font).collect::<Result<Vec<FontFile>, _>>()?;
                        render(content, &fonts).map_err(|error| error.to_string())?
                    }
                    ReportFormat::Csv => csv::write(&made.composed.rows),
                    ReportFormat::Ndjson | ReportFormat::Parquet => return Err("only exports have this format".into()),
                };
                digests.insert(format.name().to_owned(), sha256(format, &bytes));
            }
        }
        printed.push(Value::Object(digests));
    }
    println!("{}", json!(printed));
    Ok(())
}

fn sha256(format: ReportFormat, bytes: &[u8]) -> Value {
    let mut digests = Digests::default();
    digests.add(bytes);
    digests.artifact(format, String::new(), None, None).sha256.into()
}
