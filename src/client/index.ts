// A typed HTTP client of the public API, derived from the operations table. Takes the URL of a service and a key.
// Returns typed responses of the operations, or throws an ApiError.
export * from './api-error.ts'
export * from './create-client.ts'
