interface Key {
  readonly keys: readonly string[]
  readonly does: string
}

const globalKeys: readonly Key[] = [
  { keys: ['⌘K', 'Ctrl K'], does: 'Search or run a command' },
  { keys: ['?'], does: 'Keyboard shortcuts' },
  { keys: ['/'], does: 'Filter the list' },
  { keys: ['c'], does: 'Create here' },
  { keys: ['Esc'], does: 'Close or clear' },
]
const listKeys: readonly Key[] = [
  { keys: ['j', '↓'], does: 'Next row' },
  { keys: ['k', '↑'], does: 'Previous row' },
  { keys: ['Enter', 'o'], does: 'Open' },
  { keys: ['x'], does: 'Select' },
  { keys: ['⇧j', '⇧k'], does: 'Extend the selection' },
  { keys: ['z'], does: 'Undo last bulk change' },
]
const checkKeys: readonly Key[] = [
  { keys: ['r'], does: 'Run now' },
  { keys: ['e'], does: 'Edit' },
  { keys: ['m'], does: 'Mute for …' },
  { keys: ['a'], does: 'Acknowledge' },
  { keys: ['t'], does: 'Open the trace of a result' },
  { keys: ['j', 'k'], does: 'Next or previous check or result' },
]
const errorKeys: readonly Key[] = [{ keys: ['e'], does: 'Archive until next occurrence' }]
const editorKeys: readonly Key[] = [
  { keys: ['⌘S', 'Ctrl S'], does: 'Save' },
  { keys: ['⌘↵', 'Ctrl ↵'], does: 'Try it' },
  { keys: ['a'], does: 'Add an assertion' },
  { keys: ['1', '…', '9'], does: 'Go to section' },
]

export const palette = {
  placeholder: 'Search checks, groups, channels … or run a command',
  nothing: 'No results',
  newCheck: 'New check',
  watchUrl: 'Monitor a URL',
  undo: 'Undo last bulk change',
  failing: 'Show failing checks',
  switchTo: (account: string) => `Switch to account ${account}`,
  recent: 'Recent',
  forOpen: (name: string) => `For ${name}`,
  actions: 'Commands',
  keyHelp: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  inLists: 'In lists',
  globalKeys,
  listKeys,
  onCheck: 'On a check',
  checkKeys,
  inErrors: 'In errors',
  errorKeys,
  inEditor: 'In the editor',
  editorKeys,
  kinds: {
    check: 'Checks',
    group: 'Groups',
    channel: 'Alert channels',
    'status-page': 'Status pages',
    location: 'Locations',
    incident: 'Incidents',
    'maintenance-window': 'Maintenance windows',
    dashboard: 'Dashboards',
    variable: 'Variables',
  },
  keys: '↑ ↓ to navigate, Enter to open, Esc to close',
}
