// Agents, their leases and uploads, and the life of the locations they serve. Takes and returns records.
export * from './agent-crashes.ts'
export * from './agent-leases.ts'
export * from './agent-uploads.ts'
export * from './agents.ts'
export * from './location-life.ts'
export * from './location-mails.ts'
export * from './public-location-keys.ts'
export * from './unserved-spans.ts'
