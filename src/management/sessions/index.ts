export * from './cancel-session.ts'
export * from './read-session.ts'
export * from './wait-for-session.ts'
