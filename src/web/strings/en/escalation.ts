import { number } from '../plural.ts'

export const escalation = {
  new: 'New policy',
  edit: 'Escalation policy',
  none: 'No escalation policies',
  noneText: 'A policy notifies further channels, step by step, until somebody acknowledges the alert.',
  name: 'Name',
  steps: 'Steps',
  used: 'Used by',
  usedBy: (account: boolean, groups: number, checks: number) =>
    [
      ...(account ? ['account'] : []),
      ...(groups > 0 ? [number(groups, '1 group', `${groups} groups`)] : []),
      ...(checks > 0 ? [number(checks, '1 check', `${checks} checks`)] : []),
    ].join(', ') || 'Not used',
  now: 'Now',
  after: (minutes: number) => `+${minutes} min`,
  repeated: (minutes: number, times: number | null) =>
    times === null
      ? `then every ${minutes} min until acknowledged`
      : `then every ${minutes} min, ${number(times, 'once', `${times} times`)}`,
  quiet: (from: string, to: string, zone: string, isDegradedOnly: boolean) =>
    `Quiet from ${from} to ${to} (${zone})${isDegradedOnly ? ', degraded only' : ''}`,
  noChannel: 'No channel',
  step: (count: number) => `Step ${count}`,
  minutes: 'Minutes after the alert',
  channels: 'Channels',
  noChannels: 'There are no alert channels yet.',
  addStep: 'Add step',
  removeStep: 'Remove step',
  repeat: 'Repeat the last step',
  everyMinutes: 'Interval, minutes',
  times: 'Times',
  timesHint: 'Empty: until acknowledged.',
  quietHours: 'Quiet hours',
  from: 'From',
  to: 'To',
  timeZone: 'Time zone',
  kinds: 'Applies to',
  degradedOnly: 'Degraded',
  everything: 'Failing and degraded',
  deleteTitle: (name: string) => `Delete policy ${name}?`,
  deleteText: 'Its steps are not sent any more.',
  noPolicy: 'None',
}
