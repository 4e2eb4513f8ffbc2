/**
 * Fonts of the runtime, and those of the system if there are any: an operator adds fonts for other scripts and emoji there. The
 * path is relative to this file, so that the directory can be renamed. The names stand for what pages ask for most.
 */
export const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>/var/cache/fontconfig</cachedir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${alias('sans-serif', 'Open Sans')}${alias('serif', 'DejaVu Serif')}${alias('monospace', 'DejaVu Sans Mono')}</fontconfig>
`

function alias(family: string, preferred: string): string {
  const families = [preferred, 'DejaVu Sans'].map((name) => `<family>${name}</family>`).join('')
  return `  <alias><family>${family}</family><prefer>${families}</prefer></alias>\n`
}
