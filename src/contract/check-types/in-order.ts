/** `names` with those of `order` first, in that order; the others follow as they come. */
export const inOrder = <N extends string>(names: readonly N[], order: readonly NoInfer<N>[]): readonly N[] => [
  ...order.filter((name) => names.includes(name)),
  ...names.filter((name) => !order.includes(name)),
]
