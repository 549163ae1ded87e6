//! Reports as PDF, as a WebAssembly module of its own: the Worker loads it when a report is made, and drops it afterwards.
//!
//! # How it is spoken to
//! The host asks for room with [`reserve`], writes there, and calls a function that takes what it wrote: [`needed`] once
//! with the report as JSON, [`font`] with each font that it named, in that order; then [`render`]. Each of them returns
//! whether it went well. [`result`] says where its answer lies until the next call: text or the document, or what went
//! wrong. An instance makes one document.

use core::cell::UnsafeCell;
use overheard::pdf::{self, FontFile, Typeface};
use overheard::report::content::ReportContent;
use std::sync::Arc;

/// All memory of a document under way.
struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    /// Where the answer lies, and how long it is.
    told: [usize; 2],
    content: Option<ReportContent>,
    needed: std::vec::IntoIter<Typeface>,
    fonts: Vec<FontFile>,
}

struct Shared(UnsafeCell<Option<Module>>);

// SAFETY: a module without threads runs one call at a time, and the host does nothing during it.
unsafe impl Sync for Shared {}

static MODULE: Shared = Shared(UnsafeCell::new(None));

fn module() -> &'static mut Module {
    // SAFETY: each call asks once, so there is one reference at a time.
    let module = unsafe { &mut *MODULE.0.get() };
    module.get_or_insert_with(|| Module {
        input: Vec::new(),
        output: Vec::new(),
        told: [0; 2],
        content: None,
        needed: Vec::new().into_iter(),
        fonts: Vec::new(),
    })
}

/// Room for so many bytes: where it is.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let module = module();
    module.input = vec![0; length];
    module.input.as_mut_ptr()
}

/// Where the last answer is told: where its bytes lie, and how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const usize {
    module().told.as_ptr()
}

/// Takes a report as JSON. The answer are the names of the fonts' files, one on each line.
#[unsafe(no_mangle)]
pub extern "C" fn needed() -> bool {
    let module = module();
    let read = serde_json::from_slice::<ReportContent>(&std::mem::take(&mut module.input));
    let answer = read.map_err(|error| error.to_string()).map(|content| {
        let needed = pdf::needed(&content);
        let names = needed.iter().map(|typeface| typeface.file()).collect::<Vec<_>>().join("\n");
        module.content = Some(content);
        module.needed = needed.into_iter();
        names.into_bytes()
    });
    module.tell(answer)
}

/// Takes the bytes of the next font.
#[unsafe(no_mangle)]
pub extern "C" fn font() -> bool {
    let module = module();
    let bytes = Arc::new(std::mem::take(&mut module.input));
    let next = module.needed.next().map(|typeface| module.fonts.push(FontFile { typeface, bytes }));
    let answer = next.map(|()| Vec::new()).ok_or_else(|| "no more fonts are needed".to_owned());
    module.tell(answer)
}

/// The answer is the document.
#[unsafe(no_mangle)]
pub extern "C" fn render() -> bool {
    let module = module();
    let content = module.content.take().ok_or_else(|| "there is no report".to_owned());
    let answer = content.and_then(|content| pdf::render(&content, &module.fonts).map_err(|error| error.to_string()));
    module.tell(answer)
}

impl Module {
    fn tell(&mut self, answer: Result<Vec<u8>, String>) -> bool {
        let is_well = answer.is_ok();
        self.output = answer.unwrap_or_else(String::into_bytes);
        self.told = [self.output.as_ptr() as usize, self.output.len()];
        is_well
    }
}
