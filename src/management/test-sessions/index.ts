export * from './cancel-test-session.ts'
export * from './list-test-sessions.ts'
export * from './read-test-session.ts'
export * from './wait-for-test-session.ts'
