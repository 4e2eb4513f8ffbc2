type Notify = (isOpen: boolean) => void

const subscribers = new Set<Notify>()
let isOpen = false

export function setPalette(open: boolean): void {
  isOpen = open
  for (const notify of subscribers) notify(open)
}

export const openPalette = (): void => setPalette(true)
export const isPaletteOpen = (): boolean => isOpen

export function onPalette(notify: Notify): () => void {
  subscribers.add(notify)
  return () => void subscribers.delete(notify)
}

const helpSubscribers = new Set<Notify>()
let isHelpOpen = false

/** Opens or closes the list of keys. */
export function setKeyHelp(open: boolean): void {
  isHelpOpen = open
  for (const notify of helpSubscribers) notify(open)
}

/** Also before the list itself is loaded. */
export const isKeyHelpOpen = (): boolean => isHelpOpen

export function onKeyHelp(notify: Notify): () => void {
  helpSubscribers.add(notify)
  return () => void helpSubscribers.delete(notify)
}
