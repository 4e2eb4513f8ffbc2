/** A pattern for a text, and the rule it stands for in words that go on after "must be"; refusals tell the rule. */
export const matching = (pattern: string, rule: string) => ({ pattern, 'x-rule': rule })
