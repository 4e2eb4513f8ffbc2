// All routes that programs call: the operations table with authentication, rate limits, validation, error responses and
// documents; the messages of agents; pings, triggers, webhooks, health and metrics. Takes HTTP requests and the handlers
// of the operations. Calls the verbs, and answers in the shape of the rows.
export { clientAddress } from './requests/client-address.ts'
export * from './create-api.ts'
export { dropInName } from './drop-in.ts'
export { openApiDocument } from './openapi/openapi-document.ts'
export type { InstallationFinding, SignInProvider } from './request-context.ts'
export { handlers } from './handlers/index.ts'
export { validatePayload } from './operations/validate-payload.ts'
export { AgentCallers } from './agents/agent-caller.ts'
export { mountAgentRoutes } from './agents/agent-routes.ts'
export { SeenAgents } from './agents/seen-agents.ts'
export { WaitingClaims } from './agents/waiting-claims.ts'
export { batchReports } from './agents/batch-reports.ts'
export { pingHostPath } from './pings/ping-host.ts'
export { mountPublicRoutes } from './routes/public-routes.ts'
export { mountTriggerRoutes } from './routes/trigger-routes.ts'
export { mountWebhookRoutes } from './routes/webhook-routes.ts'
