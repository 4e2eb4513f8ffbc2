// What a check comes to once its group and its account have had their say. In come definitions as stored, out go the
// same definitions with every override applied. Reads, schedules and runs all ask here, so they cannot disagree.
export * from './effective-check.ts'
export * from './queues-of.ts'
export * from './variables.ts'
