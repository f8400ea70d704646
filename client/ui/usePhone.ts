import { useMediaQuery } from '@mantine/hooks'

/** Maximum width of a phone. media.css has the same limit for styles. */
export const PHONE = '48em'

/** Whether the viewport is as narrow as a phone's; false on the server. */
export const usePhone = () => useMediaQuery(`(max-width: ${PHONE})`) ?? false
