/**
 * What agents and the server say to each other, see docs/agent-protocol.md. Schemas are of what agents send, because the
 * server validates it; what the server answers are types, to which fields may be added within one version.
 */
export * from './capabilities.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './needs.ts'
export * from './paths.ts'
export * from './versions.ts'
