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
const checkKeys: readonly Key[] = [
  { keys: ['r'], does: 'Run now' },
  { keys: ['e'], does: 'Edit' },
  { keys: ['m'], does: 'Mute for …' },
  { keys: ['a'], does: 'Acknowledge' },
  { keys: ['t'], does: 'Open the trace of a result' },
  { keys: ['j', 'k'], does: 'Next, previous check or result' },
]
const editorKeys: readonly Key[] = [
  { keys: ['⌘S', 'Ctrl S'], does: 'Save' },
  { keys: ['⌘↵', 'Ctrl ↵'], does: 'Try it' },
  { keys: ['a'], does: 'Add an assertion' },
  { keys: ['1', '…', '9'], does: 'To a section' },
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
  onCheck: 'On a check',
  checkKeys,
  inEditor: 'In the editor',
  editorKeys,
  kinds: {
    check: 'Checks',
    group: 'Groups',
    channel: 'Alert channels',
    location: 'Locations',
    variable: 'Variables',
  },
  keys: '↑ ↓ choose, Enter open, Esc close',
}
