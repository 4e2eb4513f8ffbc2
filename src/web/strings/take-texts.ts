/** The event of the window after texts changed during development. */
export const textsChanged = 'belfry:texts'

/** Takes changed texts into the objects that components hold already, and says so to the window. */
export function takeTexts(texts: object, changed: object): void {
  assign(texts, changed)
  dispatchEvent(new Event(textsChanged))
}

function assign(texts: object, changed: object): void {
  for (const [name, value] of Object.entries(changed)) {
    const before: unknown = Reflect.get(texts, name)
    if (isGroup(before) && isGroup(value)) assign(before, value)
    else Reflect.set(texts, name, value)
  }
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null
