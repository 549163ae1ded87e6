//! The fonts of reports: static files of the deployment.

use crate::app::unavailable;
use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use overheard::guard::problem::Violation;
use worker::{Env, Fetcher};

/// Bytes of the largest font at most.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The static files.
pub struct Fonts(Fetcher);

impl Fonts {
    /// Those of the deployment.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn of(env: &Env) -> Result<Self, Violation> {
        env.assets("ASSETS").map(Self).map_err(|error| unavailable("ASSETS", &error))
    }

    /// A font's file.
    ///
    /// # Errors
    /// When it is not there.
    pub async fn get(&self, file: &str) -> Result<Vec<u8>, String> {
        // The host says nothing: the files are the deployment's own.
        let address = format!("https://assets/fonts/{file}");
        let response = self.0.fetch(address, None).await.map_err(|error| error.to_string())?;
        if response.status() != StatusCode::OK {
            return Err(format!("the font {file} is answered with {}", response.status()));
        }
        let bytes = to_bytes(Body::new(response.into_body()), MAX_BYTES).await.map_err(|error| error.to_string())?;
        Ok(bytes.into())
    }
}
