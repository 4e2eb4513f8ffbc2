// Mounts the operations table as an HTTP service: authentication, rate limits, validation, error responses, documents.
// Takes HTTP requests and the handlers of the operations. Calls the verbs, and answers in the shape of the rows.
export { clientAddress } from './client-address.ts'
export { enforceRateLimit } from './admission.ts'
export * from './create-api.ts'
export { openApiDocument } from './openapi-document.ts'
export type { DocumentOptions } from './openapi-document.ts'
export type { AccountGrant, RequestContext } from './request-context.ts'
export { discardBody } from './unread-body.ts'
export { handlers } from './handlers/index.ts'
