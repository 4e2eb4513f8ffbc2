// The PostgreSQL server that comes with the program: makes its data, starts it, keeps it running, stops it.
// In comes a data directory. Out goes a connection, or an error that says what the operator can do.
export { EmbeddedPostgresError } from './embedded-postgres-error.ts'
export type { EmbeddedPostgresErrorCode } from './embedded-postgres-error.ts'
export type { ServerExit } from './postmaster.ts'
export type { ServerSettings } from './server-settings.ts'
export { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
export type { EmbeddedConnection, EmbeddedPostgres, EmbeddedPostgresOptions } from './start-embedded-postgres.ts'
