interface Key {
  readonly keys: readonly string[]
  readonly does: string
}

const globalKeys: readonly Key[] = [
  { keys: ['⌘K', 'Ctrl K'], does: 'Find or do' },
  { keys: ['?'], does: 'This list' },
  { keys: ['/'], does: 'Filter the list' },
  { keys: ['c'], does: 'New check' },
  { keys: ['Esc'], does: 'Close, clear, leave' },
]
const listKeys: readonly Key[] = [
  { keys: ['j', '↓'], does: 'Next row' },
  { keys: ['k', '↑'], does: 'Previous row' },
  { keys: ['Enter', 'o'], does: 'Open' },
  { keys: ['x'], does: 'Select' },
  { keys: ['⇧j', '⇧k'], does: 'Extend the selection' },
  { keys: ['z'], does: 'Undo the last change of many' },
]

export const palette = {
  placeholder: 'Find a check, a group, a channel … or do something',
  nothing: 'Nothing is called that.',
  newCheck: 'New check',
  watchUrl: 'Watch a URL',
  undo: 'Undo the last change of checks',
  failing: 'Show what is failing',
  switchTo: (account: string) => `Switch to the account ${account}`,
  actions: 'Do',
  keyHelp: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  inLists: 'In lists',
  globalKeys,
  listKeys,
  kinds: {
    check: 'Checks',
    group: 'Groups',
    channel: 'Alert channels',
    location: 'Locations',
    variable: 'Variables',
  },
  keys: '↑ ↓ choose, Enter open, Esc close',
}
