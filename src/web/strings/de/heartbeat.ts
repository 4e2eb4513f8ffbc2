import type { heartbeat as English } from '../en/heartbeat.ts'
import { number } from '../plural.ts'

export const heartbeat: typeof English = {
  title: 'Erwartet und angekommen',
  rhythm: (period, grace) => `alle ${period}, bis zu ${grace} später`,
  waiting: 'Warten auf den ersten Ping',
  waitingText:
    'Führen Sie einen dieser Befehle am Ende des Jobs aus. Sobald der Ping ankommt, erscheint er hier von selbst.',
  inactive: 'Die Prüfung ist pausiert',
  inactiveText: 'Pings zählen erst, wenn sie fortgesetzt wird.',
  due: 'erwartet',
  came: 'angekommen',
  late: 'zu früh oder zu spät',
  missed: 'ausgeblieben',
  onTime: 'pünktlich',
  earlyBy: (length) => `${length} zu früh`,
  lateBy: (length) => `${length} zu spät`,
  nextDue: 'Nächster Ping erwartet',
  wasDue: 'Ein Ping wurde erwartet',
  fails: 'schlägt fehl',
  notExpected: 'Zurzeit wird kein Ping erwartet.',
  counts: ({ all, missed, late, early }) =>
    `${number(all, '1 Ereignis', `${all} Ereignisse`)}: ${missed} ausgeblieben, ${late} zu spät, ${early} zu früh`,
  commands: 'So pingen Sie',
  secret: 'Die Adresse ist geheim: Wer sie kennt, kann pingen.',
  kinds: {
    curl: 'curl',
    cron: 'cron',
    systemd: 'systemd-Timer',
    github: 'GitHub Actions',
    kubernetes: 'Kubernetes',
    powershell: 'PowerShell',
  },
  table: 'Tabelle der Pings',
  expected: 'Erwartet',
  difference: 'Abweichung',
  sincePrevious: 'Seit dem vorigen',
}
