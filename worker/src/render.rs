//! Reports as PDF: a module of its own, instantiated for one report and dropped with it.
//!
//! The build puts the compiled module where the Worker's script begins (`worker/build/index.js`), as a global: what makes
//! reports is not part of what every request needs.

use overheard::report::content::ReportContent;
use overheard::report::fonts::FontName;
use worker::js_sys::{Function, Object, Reflect, Uint8Array, WebAssembly, global};
use worker::wasm_bindgen::{JsCast as _, JsValue};

/// Where the compiled module is.
const MODULE: &str = "OVERHEARD_RENDER";

/// An instance of the module.
pub struct Renderer {
    exports: JsValue,
}

impl Renderer {
    /// A fresh instance.
    ///
    /// # Errors
    /// When the deployment has no such module.
    pub fn new() -> Result<Self, String> {
        let module = Reflect::get(&global(), &MODULE.into()).map_err(told)?;
        let module: WebAssembly::Module =
            module.dyn_into().map_err(|_| format!("the script has no {MODULE}: it was not made by the build"))?;
        let instance = WebAssembly::Instance::new(&module, &Object::new()).map_err(told)?;
        Ok(Self { exports: instance.exports().into() })
    }

    /// Takes a report; answers the fonts that it needs.
    ///
    /// # Errors
    /// What the module says, as below.
    pub fn content(&self, content: &ReportContent) -> Result<Vec<FontName>, String> {
        self.give(&serde_json::to_vec(content).map_err(|error| error.to_string())?)?;
        self.call("content", None)?;
        let numbers = self.output()?;
        Ok(numbers.iter().filter_map(|number| FontName::ALL.get(usize::from(*number)).copied()).collect())
    }

    /// Takes a font.
    ///
    /// # Errors
    /// The same.
    pub fn font(&self, name: FontName, bytes: &[u8]) -> Result<(), String> {
        let number = FontName::ALL.iter().position(|known| *known == name).unwrap_or_default();
        self.give(bytes)?;
        self.call("font", Some(number as u32))
    }

    /// Makes the document.
    ///
    /// # Errors
    /// The same.
    pub fn render(&self) -> Result<Vec<u8>, String> {
        self.call("render", None)?;
        self.output()
    }

    /// Bytes of its memory.
    pub fn memory_bytes(&self) -> u64 {
        self.memory().map_or(0, |memory| u64::from(Uint8Array::new(&memory.buffer()).length()))
    }

    fn memory(&self) -> Result<WebAssembly::Memory, String> {
        let memory = Reflect::get(&self.exports, &"memory".into()).map_err(told)?;
        memory.dyn_into().map_err(|_| "the module has no memory".to_owned())
    }

    fn function(&self, name: &str) -> Result<Function, String> {
        let function = Reflect::get(&self.exports, &name.into()).map_err(told)?;
        function.dyn_into().map_err(|_| format!("the module has no function {name}"))
    }

    /// Writes bytes where the module has room for them.
    fn give(&self, bytes: &[u8]) -> Result<(), String> {
        let place = self.number("input", Some(bytes.len() as u32))?;
        let memory = Uint8Array::new(&self.memory()?.buffer());
        let room = memory.subarray(place, place.saturating_add(bytes.len() as u32));
        if room.length() as usize != bytes.len() {
            return Err("the module has no room".to_owned());
        }
        room.copy_from(bytes);
        Ok(())
    }

    fn number(&self, name: &str, argument: Option<u32>) -> Result<u32, String> {
        let function = self.function(name)?;
        let argument = argument.map_or(JsValue::UNDEFINED, JsValue::from);
        let number = function.call1(&JsValue::UNDEFINED, &argument).map_err(told)?;
        Ok(number.as_f64().unwrap_or(0.0) as u32)
    }

    fn call(&self, name: &str, argument: Option<u32>) -> Result<(), String> {
        match self.number(name, argument)? {
            0 => Ok(()),
            _ => Err(String::from_utf8_lossy(&self.output()?).into_owned()),
        }
    }

    fn output(&self) -> Result<Vec<u8>, String> {
        let (place, length) = (self.number("output", None)?, self.number("output_length", None)?);
        let memory = Uint8Array::new(&self.memory()?.buffer());
        Ok(memory.subarray(place, place.saturating_add(length)).to_vec())
    }
}

fn told(error: JsValue) -> String {
    worker::Error::from(error).to_string()
}
