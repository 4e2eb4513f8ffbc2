import type { explanation as english } from '../en/explanation.ts'

export const explanation: typeof english = {
  title: {
    FAILING: 'Warum sie fehlerhaft ist',
    DEGRADED: 'Warum sie beeinträchtigt ist',
    PASSING: 'Der letzte Zustandswechsel',
  },
  follows: 'Wie es weitergeht',
  why: 'Wie es dazu kam',
  openResult: 'Ergebnis öffnen',
}
