export const maintenance = {
  until: 'Under maintenance until',
  untilEnded: 'Under maintenance until ended',
  next: 'Next maintenance:',
  to: 'to',
  effect: ({ pauses, silences }: { readonly pauses: boolean; readonly silences: boolean }) =>
    [pauses && 'no scheduled runs', silences && 'no alerts'].filter(Boolean).join(', '),
}
