/**
 * The messages of agents and the server, see docs/agent-protocol.md. Only the messages of agents have schemas, because the
 * server validates it; what the server answers are types, to which fields may be added within one version.
 */
export * from './capabilities.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './needs.ts'
export * from './paths.ts'
export * from './versions.ts'
