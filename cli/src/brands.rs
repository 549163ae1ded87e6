//! Previews brands through the edge's admin API.

use crate::accounts::read_brands;
use crate::args::{BrandsCommand, BrandsPreview};
use crate::edge::{EdgeClient, Method, Retry};
use crate::failure::{usage_error, validate};
use crate::output::{items, print_json, print_table, text};
use overheard::service::account::request::parse_brands;
use serde_json::{Value, json};

const PATH: &str = "/admin/v1/brands/preview";

pub fn run(command: &BrandsCommand) -> anyhow::Result<()> {
    match command {
        BrandsCommand::Preview(args) => preview(args),
    }
}

fn preview(args: &BrandsPreview) -> anyhow::Result<()> {
    let bodies = bodies(args)?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let mut answers = Vec::new();
    for (label, body) in bodies {
        let preview: Value = edge.call(Method::POST, PATH, Some(body), Retry::WithBackoff)?;
        if args.json {
            answers.push(json!({"label": label, "preview": preview}));
        } else {
            print_preview(&label, &preview, args.examples as usize);
        }
    }
    if args.json { print_json(&answers) } else { Ok(()) }
}

/// Returns the label and the request of each brand that is previewed.
fn bodies(args: &BrandsPreview) -> anyhow::Result<Vec<(String, String)>> {
    let brands = json!({"brands": read_brands(&args.brands)?});
    validate(parse_brands(brands.to_string().as_bytes()))?;
    let is_wanted = |brand: &&Value| args.label.as_ref().is_none_or(|label| text(brand, "label") == *label);
    let wanted = items(&brands, "brands").iter().filter(is_wanted);
    let bodies: Vec<_> = wanted.map(|brand| (text(brand, "label"), json!({"brands": [brand]}).to_string())).collect();
    if bodies.is_empty() {
        let file = args.brands.display();
        return Err(match &args.label {
            Some(label) => usage_error(format!("{file} has no brand with the label \"{label}\"")),
            None => usage_error(format!("{file} has no brands")),
        });
    }
    Ok(bodies)
}

fn print_preview(label: &str, preview: &Value, examples: usize) {
    let mut rows = Vec::new();
    let mut groups = Vec::new();
    for (name, title) in [("matches", "Matches"), ("near_misses", "Near misses: no word of must_context")] {
        groups.extend(preview.get(name).map(|group| (title.to_owned(), group)));
    }
    for (name, title) in [("must_context", "With"), ("must_not_context", "Removed by")] {
        let entries = items(preview, name).iter();
        groups.extend(entries.map(|entry| (format!("{title} \"{}\"", text(entry, "entry")), entry)));
    }
    for (title, group) in &groups {
        rows.push(vec![title.clone(), text(group, "mentions")]);
    }
    println!("{label}");
    print_table(&["group", "mentions"], &rows);
    for (title, group) in groups {
        let shown: Vec<Vec<String>> = items(group, "examples")
            .iter()
            .take(examples)
            .map(|mention| {
                ["video_id", "upload_date", "brand_name", "context"].map(|member| text(mention, member)).to_vec()
            })
            .collect();
        if !shown.is_empty() {
            println!("\n{title}:");
            print_table(&["video_id", "upload_date", "brand_name", "context"], &shown);
        }
    }
    println!();
}
