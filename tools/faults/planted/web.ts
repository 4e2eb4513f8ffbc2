import type { PlantedFault } from '../planted-fault.ts'

/** In the interface. */
export const faultsOfWeb: readonly PlantedFault[] = [
  {
    id: 'button-without-its-role',
    breaks: 'Whoever may only read sees the menu to mute a check, and is refused.',
    file: 'src/web/features/check/mute-menu.tsx',
    text: 'if (!mayMute) return null',
    replacement: '',
    tests: ['src/web/roles-in-checks.test.tsx'],
    names: 'each role sees what it may do in check',
  },
  {
    id: 'other-tabs-stand-still',
    breaks: 'Of several tabs only one shows what happens.',
    file: 'src/web/live/live.tsx',
    text: 'channel.postMessage({ event } satisfies Passed)',
    replacement: '',
    tests: ['tests/journeys/web-live.test.ts'],
    names: 'without a reload',
  },
  {
    id: 'name-is-markup',
    breaks: 'The name of a check writes markup into the list of checks.',
    file: 'src/web/features/checks/check-row.tsx',
    text: '            {name}\n',
    replacement: '            <span dangerouslySetInnerHTML={{ __html: name }} />\n',
    tests: ['src/web/features/checks/checks-screen.test.tsx'],
    names: 'texts of checks as texts',
  },
  {
    id: 'button-without-a-name',
    breaks: 'Whoever uses a screen reader does not learn what the menu of a check is.',
    file: 'src/web/features/check/more-actions.tsx',
    text: '<Button isIcon aria-label={words.more}>',
    replacement: '<Button isIcon>',
    tests: ['tests/journeys/web-accessibility.test.ts'],
    names: 'no screen violates',
  },
  {
    id: 'unsaved-changes-are-lost',
    breaks: 'Whoever leaves a form with unsaved changes is not asked.',
    file: 'src/web/ui/form/leave-guard.tsx',
    text: `next.pathname !== '/sign-in' && isUnsaved()`,
    replacement: 'false',
    tests: ['src/web/ui/form/leave-guard.test.tsx'],
    names: 'leaves with unsaved changes',
  },
  {
    id: 'lost-connection-is-hidden',
    breaks: 'A page shows old states as if they were those of now while the service is away.',
    file: 'src/web/live/connection.ts',
    text: `if (!signal.aborted) onState('lost')`,
    replacement: '',
    tests: ['tests/journeys/web-checks.test.ts'],
    names: 'after a restart of the service',
  },
]
