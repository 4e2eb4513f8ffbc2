/** The label of a value of the service; the value itself where a later version of the service has more of them. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value
