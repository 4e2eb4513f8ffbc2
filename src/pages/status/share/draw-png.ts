import { renderAsync } from '@resvg/resvg-js'

const fontFiles = [
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((address) => decodeURIComponent(new URL(address).pathname))

/** Writing that the font has; for any other the fonts of the machine are searched too, which takes longer. */
const foreign = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

/** A drawing as PNG, made outside of the main thread. It loads nothing. */
export async function drawPng(svg: string): Promise<Buffer> {
  const font = { loadSystemFonts: foreign.test(svg), fontFiles, defaultFontFamily: 'Inter' }
  return (await renderAsync(svg, { font })).asPng()
}
