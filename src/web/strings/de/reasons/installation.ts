import type { SentenceCode } from '#contract/reasons'

export const installation: Readonly<Record<SentenceCode<'installation'>, string>> = {
  INSTALLATION_STARTING: 'beginnt',
  INSTALLATION_WAITING: 'wartet auf einen anderen Prozess, der sie installiert',
  INSTALLATION_PACKAGES: 'Pakete werden installiert: {share}',
  INSTALLATION_CHROMIUM: 'Chromium wird entpackt',
  INSTALLATION_COMPILING: 'Skripte des Dienstes werden übersetzt',
  INSTALLATION_DONE: 'installiert',
  INSTALLATION_MISSING: 'nicht installiert',
  INSTALLATION_STOPPED: 'Die Installation wurde abgebrochen.',
  NPM_UNUSABLE: 'npm lässt sich nicht ausführen ({cause}). Installieren Sie npm, und nehmen Sie es in PATH auf.',
  NPM_UNREACHABLE:
    'npm konnte die Pakete nicht installieren: {said}. Verbinden Sie diesen Rechner mit der npm-Registry, direkt, über HTTPS_PROXY oder mit einem Spiegel in npm_config_registry, oder kopieren Sie das Verzeichnis der Laufzeit von einem Rechner, der sie hat. Es wird von selbst erneut versucht.',
  NPM_PACKAGE_MISSING:
    'npm konnte die Pakete nicht installieren: {said}. Der Registry fehlt ein Paket der Lock-Datei. Geben Sie in npm_config_registry eine vollständige an.',
  NPM_REFUSED:
    'npm konnte die Pakete nicht installieren: {said}. Die Registry weist diesen Rechner ab. Prüfen Sie npm_config_registry und die Zugangsdaten in .npmrc.',
  NPM_DISK_FULL:
    'npm konnte die Pakete nicht installieren: {said}. Eine Laufzeit braucht etwa 1 GB. Schaffen Sie Platz.',
  NPM_NOT_WRITABLE:
    'npm konnte die Pakete nicht installieren: {said}. Setzen Sie BELFRY_RUNTIMES_DIR auf ein Verzeichnis, in das der Dienst schreiben kann.',
  NPM_PACKAGE_CHANGED:
    'npm konnte die Pakete nicht installieren: {said}. Die Registry oder ein Cache hat ein Paket, das von dem der Lock-Datei abweicht; es wurde deshalb nicht installiert. Führen Sie „npm cache verify“ aus; wenn es wieder geschieht, verwenden Sie diese Registry nicht.',
  NPM_FAILED: 'npm konnte die Pakete nicht installieren: {said}.',
}
