/** A JSON Schema as data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Plain data without the notes of the contract. */
export const plain = (schema: object): JsonSchema => Object(JSON.parse(JSON.stringify(schema)))
