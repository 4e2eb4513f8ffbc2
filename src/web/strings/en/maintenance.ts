export const maintenance = {
  until: 'Under maintenance until',
  untilEnded: 'Under maintenance until somebody ends it',
  next: 'Next maintenance:',
  to: 'to',
  effect: ({ pauses, silences }: { readonly pauses: boolean; readonly silences: boolean }) =>
    [pauses && 'no runs on schedule', silences && 'no alerts'].filter(Boolean).join(', '),
}
