import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Noto Sans (SIL Open Font License 1.1): Latin, Greek and Cyrillic whole, Vietnamese too. Only what is used is embedded. */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}
