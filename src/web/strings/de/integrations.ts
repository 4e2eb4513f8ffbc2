import type { integrations as English } from '../en/integrations.ts'

export const integrations: typeof English = {
  trigger: {
    title: 'Trigger',
    text: 'Eine URL, deren Aufruf einen Lauf startet, ohne Schlüssel. Die Antwort ist 200, wenn alles bestanden hat, und 503, wenn etwas fehlgeschlagen ist.',
    secret:
      'Wer die URL kennt, kann sie benutzen: Bewahren Sie sie wie ein Passwort auf, bei GitHub als Secret des Repositorys.',
    create: 'Trigger anlegen',
    called: 'Zuletzt aufgerufen:',
    delete: 'Trigger löschen',
    deleteTitle: 'Diesen Trigger löschen?',
    deleteText: 'Seine URL funktioniert sofort nicht mehr, auch nicht in Pipelines, die sie aufrufen.',
  },
  badge: {
    title: 'Badge',
    text: 'Der Zustand als Bild für eine README oder ein Wiki. Wer die Adresse kennt, kann es sehen.',
    groupText:
      'Der schlechteste Zustand der Gruppe als Bild für eine README oder ein Wiki. Die Adresse ist nicht zu erraten.',
    alt: (name) => `Badge von ${name}`,
    style: 'Stil',
    theme: 'Farben',
    responseTime: 'Antwortzeit',
    responseTimes: { hidden: 'Verborgen', shown: 'Gezeigt' },
    enable: 'Badge einschalten',
    disable: 'Badge ausschalten',
    disableTitle: 'Dieses Badge ausschalten?',
    disableText: 'Seine Adresse funktioniert nie wieder; erneut eingeschaltet hat das Badge eine andere.',
    styles: {
      flat: 'Flach',
      plastic: 'Plastisch',
      'flat-square': 'Flach, eckig',
      'for-the-badge': 'Groß',
      social: 'Social',
    },
    themes: { default: 'Standard', light: 'Hell', dark: 'Dunkel' },
  },
  deployment: {
    title: 'Deployments',
    text: 'Läuft nach jedem erfolgreichen Deployment eines GitHub-Repositorys und meldet das Ergebnis am Commit.',
    none: 'Kein Repository löst einen Lauf aus',
    new: 'Repository hinzufügen',
    create: 'Hinzufügen',
    repository: 'Repository',
    id: 'ID des Repositorys',
    idHint: 'Die Zahl, die api.github.com/repos/OWNER/NAME als id zeigt.',
    environment: 'Umgebungen',
    environmentHint: 'Regulärer Ausdruck, zum Beispiel ^Preview. Leer: alle.',
    everyEnvironment: 'jede Umgebung',
    useUrl: 'Anfragen an das Deployment senden',
    useUrlHint: 'API- und URL-Prüfungen verwenden den Host des Deployments und behalten ihren Pfad.',
    webhook:
      'In GitHub braucht das Repository einen Webhook für das Ereignis „Deployment statuses“ mit dieser Adresse und dem Secret, das der Betreiber eingestellt hat.',
    payloadUrl: 'Payload URL',
  },
}
