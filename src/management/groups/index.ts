export * from './groups.ts'
export * from './group-checks.ts'
export * from './group-input.ts'
export * from './group-order.ts'
