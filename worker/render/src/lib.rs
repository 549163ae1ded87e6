//! Renders reports as PDF, as a separate WebAssembly module. The Worker loads it when a report is made, and drops it
//! afterwards.
//!
//! # Protocol
//! The host reserves memory with [`reserve`], writes its input there, and calls the function that reads the input. It
//! calls [`needed`] once with the report as JSON, then [`font`] with each font that it named, in that order, then
//! [`render`]. Each function returns true if it succeeded. [`result`] returns where the output is until the next call:
//! text, the PDF, or an error message. An instance makes one PDF.

use core::cell::UnsafeCell;
use overheard::pdf::{self, FontFile, Typeface};
use overheard::report::content::ReportContent;
use std::sync::Arc;

/// The memory of a PDF under construction.
struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    /// The address and the length of the output.
    location: [usize; 2],
    content: Option<ReportContent>,
    needed: std::vec::IntoIter<Typeface>,
    fonts: Vec<FontFile>,
}

struct Shared(UnsafeCell<Option<Module>>);

// SAFETY: a module without threads runs one call at a time, and the host does nothing during it.
unsafe impl Sync for Shared {}

static MODULE: Shared = Shared(UnsafeCell::new(None));

fn module() -> &'static mut Module {
    // SAFETY: each call takes the reference once, so there is one reference at a time.
    let module = unsafe { &mut *MODULE.0.get() };
    module.get_or_insert_with(|| Module {
        input: Vec::new(),
        output: Vec::new(),
        location: [0; 2],
        content: None,
        needed: Vec::new().into_iter(),
        fonts: Vec::new(),
    })
}

/// Reserves memory for the input and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let module = module();
    module.input = vec![0; length];
    module.input.as_mut_ptr()
}

/// Returns the address of two numbers: the address and the length of the last output.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const usize {
    module().location.as_ptr()
}

/// Reads a report as JSON. Outputs the names of the needed font files, one on each line.
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
    module.set_output(answer)
}

/// Reads the bytes of the next font.
#[unsafe(no_mangle)]
pub extern "C" fn font() -> bool {
    let module = module();
    let bytes = Arc::new(std::mem::take(&mut module.input));
    let next = module.needed.next().map(|typeface| module.fonts.push(FontFile { typeface, bytes }));
    let answer = next.map(|()| Vec::new()).ok_or_else(|| "no more fonts are needed".to_owned());
    module.set_output(answer)
}

/// Renders the report. Outputs the PDF.
#[unsafe(no_mangle)]
pub extern "C" fn render() -> bool {
    let module = module();
    let content = module.content.take().ok_or_else(|| "there is no report".to_owned());
    let answer = content.and_then(|content| pdf::render(&content, &module.fonts).map_err(|error| error.to_string()));
    module.set_output(answer)
}

impl Module {
    fn set_output(&mut self, answer: Result<Vec<u8>, String>) -> bool {
        let succeeded = answer.is_ok();
        self.output = answer.unwrap_or_else(String::into_bytes);
        self.location = [self.output.as_ptr() as usize, self.output.len()];
        succeeded
    }
}
