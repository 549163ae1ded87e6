//! Finds import cycles between modules, including indirect ones.

use super::source::CrateSource;
use std::collections::{BTreeMap, BTreeSet};

/// Lists the uses that are part of a cycle. Names that a module takes from its own submodules do not count.
pub fn find(source: &CrateSource) -> Vec<String> {
    let mut used = BTreeMap::<&[String], BTreeSet<&[String]>>::new();
    let edges: Vec<_> = source
        .uses
        .iter()
        .filter_map(|found| Some((found.by.as_slice(), source.module_of(&found.path)?, &found.place)))
        .filter(|(by, module, _)| by != module)
        .collect();
    for (by, module, _) in &edges {
        used.entry(by).or_default().insert(module);
    }
    assert!(used.len() > 20, "the files were read");
    let in_circle = edges.iter().filter(|(by, module, _)| reaches(&used, module, by));
    in_circle
        .map(|(by, module, place)| {
            format!("{place}: {} uses {}, which uses it in turn", by.join("::"), module.join("::"))
        })
        .collect()
}

fn reaches(used: &BTreeMap<&[String], BTreeSet<&[String]>>, from: &[String], to: &[String]) -> bool {
    let (mut open, mut seen) = (vec![from], BTreeSet::from([from]));
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        open.extend(used.get(module).into_iter().flatten().filter(|next| seen.insert(**next)));
    }
    false
}
