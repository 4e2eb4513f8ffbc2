export * from './cancel-session.ts'
export * from './read-session.ts'
export type { SessionWait } from './wait-for-end.ts'
export * from './wait-for-session.ts'
