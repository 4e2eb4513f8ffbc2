// Files of runs: their bytes in a directory or an S3-compatible store, what describes them in the database. Takes files of
// runs, from which nothing is expected. Returns references, and streams of stored bytes.
export { ArtifactHealth } from './artifact-health.ts'
export type { ArtifactProblem } from './artifact-health.ts'
export type { ArtifactTools } from './artifact-tools.ts'
export type { BlobContent, BlobKey, BlobStore, ByteRange, StoredBlob } from './blob-store.ts'
export { bucketClient } from './bucket-client.ts'
export type { BucketOptions } from './bucket-client.ts'
export { DirectoryStore } from './directory-store.ts'
export { S3Store } from './s3-store.ts'
export type { S3Options } from './s3-store.ts'
export { openBundle, storeBundle } from './bundles/index.ts'
export type { BundleFacts, BundleStored } from './bundles/index.ts'
export { storeReport } from './reports/store-report.ts'
export type { SuiteSummary } from './reports/read-suite-report.ts'
export { messageOf } from './reports/read-suite-report.ts'
export { readGoldenFile } from './read-golden-file.ts'
export { storeArtifacts } from './store-artifacts.ts'
export { storeFault } from './store-fault.ts'
export { storeContent } from './store-content.ts'
export type { StoreStep } from './store-content.ts'
export { storeUpload } from './store-upload.ts'
export { sweepContents } from './sweep-contents.ts'
export { sweepLeftovers } from './sweep-leftovers.ts'
export {
  appendToUpload,
  beginUpload,
  finishUpload,
  sweepUploads,
  uploadedFiles,
  uploadState,
} from './uploads/agent-uploads.ts'
export type { Uploader } from './uploads/agent-uploads.ts'
