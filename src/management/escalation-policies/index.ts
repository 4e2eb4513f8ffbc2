export * from './escalation-policies.ts'
export { validateEscalationPolicy } from './validate-rules.ts'
