/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Basket',
  prompt: 'Open {{SHOP_URL}}, put a book into the basket and see the total.',
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  { prompt: 'Buy a book.', environmentVariables: [{ key: 'A', value: 'value', locked: true, secret: false }] },
  { name: 'Another name' },
] as const
