interface RawNumbers {
  readonly rawJSON?: (text: string) => unknown
  readonly isRawJSON?: (value: unknown) => boolean
}
/** Types that TypeScript lacks, of a feature that older browsers lack (proposal "JSON.parse source text access"). */
const { rawJSON, isRawJSON }: RawNumbers = Object(JSON)

/**
 * JSON whose numbers are written again with the digits that were sent; older browsers round them. Throws as JSON.parse
 * does.
 */
export const parseAsSent = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && rawJSON ? rawJSON(context.source) : value,
  )

/** Whether a value of `parseAsSent` has members. */
export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isRawJSON?.(value)
