// What is said between people, clients, runners and rooms. Nothing comes in: this room is pure declarations.
// Out go schemas, tables and the types derived from them.
export * from './assertions.ts'
export * from './channel-types/index.ts'
export * from './check-types/index.ts'
export * from './entitlements.ts'
export * from './faults.ts'
export * from './locations.ts'
export * from './operations/index.ts'
export * from './resources/index.ts'
export * from './runs/index.ts'
export * from './runtimes.ts'
export * from './schema.ts'
