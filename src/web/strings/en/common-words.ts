import type { Role } from '#contract'

interface RunCounts {
  readonly all: number
  readonly failing: number
  readonly degraded: number
  readonly unknown: number
}

/** Texts that several screens share. */
export const commonWords = {
  loading: 'Loading',
  retry: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  create: 'Create',
  delete: 'Delete',
  edit: 'Edit',
  close: 'Close',
  undo: 'Undo',
  control: 'Ctrl',
  copy: 'Copy',
  copied: 'Copied',
  wrapLines: 'Wrap',
  leaveEditor: 'Tab indents; press Esc, then Tab to leave.',
  more: 'More',
  loadMore: 'Load more',
  search: 'Search',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  actions: 'Actions',
  required: 'Required',
  noSuchPage: 'Page not found',
  noSuchPageText: 'The address may be mistyped, or the page has moved. Try one of these:',
  notFoundTitle: 'Not found',
  notFoundText: 'This page does not exist or belongs to another account.',
  inOtherAccount: (account: string) => `It belongs to your account ${account}.`,
  switchTo: (account: string) => `Switch to ${account}`,
  failedTitle: 'Loading failed',
  unreachable: 'The service cannot be reached. Check your connection, then try again.',
  forbiddenTitle: 'Not allowed',
  forbidden: 'Your role does not allow this. Ask an owner or admin of the account.',
  tooMany: (seconds: number | null) =>
    seconds === null
      ? 'Too many requests. Wait a moment, then try again.'
      : `Too many requests. Try again in ${seconds} s.`,
  crashedTitle: 'Something went wrong',
  crashedText: 'Reload the page. If it happens again, report the details below.',
  reload: 'Reload',
  justNow: 'just now',
  never: 'never',
  state: {
    PASSING: 'Passing',
    DEGRADED: 'Degraded',
    FAILING: 'Failing',
    PAUSED: 'Paused',
    PENDING: 'Pending',
    UNKNOWN: 'Unknown',
  },
  runState: {
    PASSING: 'Passed',
    DEGRADED: 'Degraded',
    FAILING: 'Failed',
    PAUSED: 'Not run',
    PENDING: 'Running',
    UNKNOWN: 'Unknown',
  },
  thisMachine: 'This machine',
  notRunning: (locations: string, since: string) => `Not running: no agent in ${locations} since ${since}`,
  blind: (locations: string, since: string) => `Unknown: cut off from the network since ${since} (${locations})`,
  lastRuns: (counts: RunCounts) =>
    `Last ${counts.all} runs: ${counts.failing} failed, ${counts.degraded} degraded${counts.unknown > 0 ? `, ${counts.unknown} unknown` : ''}`,
  roles: {
    OWNER: 'Owner',
    ADMIN: 'Admin',
    READ_WRITE: 'Read and write',
    READ_RUN: 'Read and run',
    READ_ONLY: 'Read only',
  } satisfies Readonly<Record<Role, string>>,
}
