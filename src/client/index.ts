// A typed HTTP client of the public API, derived from the operations table. The address of a Belfry and a key come in.
// Out go the answers of the operations with their types, or an ApiError.
export * from './api-error.ts'
export * from './create-client.ts'
