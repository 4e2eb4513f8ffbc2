/** A pattern for a string, and its rule as text that continues "must be"; validation errors quote the rule. */
export const matching = (pattern: string, rule: string) => ({ pattern, 'x-rule': rule })
