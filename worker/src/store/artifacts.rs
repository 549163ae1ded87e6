//! The files of reports, in R2.

use crate::fault::unavailable;
use overheard::guard::problem::Violation;
use worker::{Bucket, Env, MultipartUpload, Object, Range, UploadedPart};

/// Bytes of a part of a multipart upload. R2 requires at least so many, and equal parts except for the last.
const PART_BYTES: usize = 5 * 1024 * 1024;
/// The folder of the files of reports.
const FOLDER: &str = "reports/";

/// The bucket of report files.
pub struct Artifacts(Bucket);

impl Artifacts {
    /// Returns the bucket of the deployment.
    ///
    /// # Errors
    /// The deployment has no binding `ARTIFACTS`.
    pub fn of(env: &Env) -> Result<Self, Violation> {
        env.bucket("ARTIFACTS").map(Self).map_err(|error| unavailable("ARTIFACTS", &error))
    }

    /// Returns the folder of a report, or a folder in it: of an attempt, or of an export from a dataset version.
    pub fn folder(account: &str, report: &str, subfolder: Option<&str>) -> String {
        let subfolder = subfolder.map(|subfolder| format!("{subfolder}/")).unwrap_or_default();
        format!("{FOLDER}{account}/{report}/{subfolder}")
    }

    /// Writes a file.
    ///
    /// # Errors
    /// The bucket fails.
    pub async fn put(&self, key: &str, bytes: Vec<u8>) -> worker::Result<()> {
        self.0.put(key, bytes).execute().await.map(|_| ())
    }

    /// Begins a multipart upload.
    pub fn begin(&self, key: String) -> MultipartFile<'_> {
        MultipartFile { bucket: &self.0, key, upload: None, parts: Vec::new(), rest: Vec::new() }
    }

    /// Opens a file, if it exists, for `length` bytes from `offset`.
    ///
    /// # Errors
    /// The bucket fails.
    pub async fn get(&self, key: &str, offset: u64, length: u64) -> worker::Result<Option<Object>> {
        self.0.get(key).range(Range::OffsetWithLength { offset, length }).execute().await
    }

    /// Removes all files in a folder, except those in a given subfolder.
    ///
    /// # Errors
    /// The bucket fails.
    pub async fn remove(&self, folder: &str, except: Option<&str>) -> worker::Result<()> {
        loop {
            let found = self.0.list().prefix(folder).execute().await?;
            let keys: Vec<String> = found.objects().iter().map(Object::key).collect();
            let is_removed = |key: &String| except.is_none_or(|except| !key.starts_with(except));
            let removed: Vec<String> = keys.into_iter().filter(is_removed).collect();
            // The next list starts with the files that are left.
            if removed.is_empty() {
                return Ok(());
            }
            self.0.delete_multiple(removed).await?;
            if !found.truncated() {
                return Ok(());
            }
        }
    }
}

/// A multipart upload. At most one part is in memory.
pub struct MultipartFile<'a> {
    bucket: &'a Bucket,
    key: String,
    upload: Option<MultipartUpload>,
    parts: Vec<UploadedPart>,
    rest: Vec<u8>,
}

impl MultipartFile<'_> {
    /// Appends bytes.
    ///
    /// # Errors
    /// The bucket fails.
    pub async fn write(&mut self, bytes: &[u8]) -> worker::Result<()> {
        self.rest.extend_from_slice(bytes);
        while self.rest.len() > PART_BYTES {
            let after = self.rest.split_off(PART_BYTES);
            let part = std::mem::replace(&mut self.rest, after);
            self.put_part(part).await?;
        }
        Ok(())
    }

    /// Completes the upload.
    ///
    /// # Errors
    /// The bucket fails.
    pub async fn finish(mut self) -> worker::Result<()> {
        let rest = std::mem::take(&mut self.rest);
        if self.upload.is_none() {
            return self.bucket.put(self.key, rest).execute().await.map(|_| ());
        }
        self.put_part(rest).await?;
        let Some(upload) = self.upload else { return Ok(()) };
        upload.complete(self.parts).await.map(|_| ())
    }

    /// Aborts the upload.
    pub async fn abort(self) {
        if let Some(upload) = self.upload {
            // R2 removes unfinished uploads after a week.
            let _ = upload.abort().await;
        }
    }

    async fn put_part(&mut self, part: Vec<u8>) -> worker::Result<()> {
        let upload = match self.upload.take() {
            Some(upload) => upload,
            None => self.bucket.create_multipart_upload(self.key.as_str()).execute().await?,
        };
        let number = u16::try_from(self.parts.len() + 1).unwrap_or(u16::MAX);
        let put = upload.upload_part(number, part).await;
        self.upload = Some(upload);
        self.parts.push(put?);
        Ok(())
    }
}
