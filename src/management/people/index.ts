export { hashPassword } from './password-hash.ts'
export * from './sessions.ts'
export * from './sign-in.ts'
