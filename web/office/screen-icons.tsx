/** The icons that are neither in the frame nor in the list, loaded with the screens that use them. */
import { icon } from './frame/icons.tsx';

export const TbArrowLeft = icon('M5 12l14 0M5 12l6 6M5 12l6 -6');
export const TbCalendar = icon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12M16 3v4M8 3v4M4 11h16M11 15h1M12 15v3',
);
export const TbCamera = icon(
  'M5 7h1a2 2 0 0 0 2 -2a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2M9 13a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
);
export const TbCircleCheck = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4');
export const TbClipboardText = icon(
  'M9 5h-2a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-12a2 2 0 0 0 -2 -2h-2M9 5a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2M9 12h6M9 16h6',
);
export const TbColumns = icon('M4 4h16v16h-16zM12 4v16');
export const TbDeviceLaptop = icon(
  'M3 19l18 0M5 7a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v8a1 1 0 0 1 -1 1h-12a1 1 0 0 1 -1 -1l0 -8',
);
export const TbEraser = icon(
  'M19 20h-10.5l-4.21 -4.3a1 1 0 0 1 0 -1.41l10 -10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3M18 13.3l-6.3 -6.3',
);
export const TbExternalLink = icon('M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6M11 13l9 -9M15 4h5v5');
export const TbFile = icon(
  'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
);
export const TbFileTypePdf = icon(
  'M14 3v4a1 1 0 0 0 1 1h4M5 12v-7a2 2 0 0 1 2 -2h7l5 5v4M5 18h1.5a1.5 1.5 0 0 0 0 -3h-1.5v6M17 18h2M20 15h-3v6M11 15v6h1a2 2 0 0 0 2 -2v-2a2 2 0 0 0 -2 -2h-1',
);
export const TbHourglass = icon(
  'M6.5 7h11M6.5 17h11M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1',
);
export const TbLink = icon(
  'M9 15l6 -6M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
);
export const TbMenu2 = icon('M4 6l16 0M4 12l16 0M4 18l16 0');
export const TbPhotoScan = icon(
  'M15 8h.01M6 13l2.644 -2.644a1.21 1.21 0 0 1 1.712 0l3.644 3.644M13 13l1.644 -1.644a1.21 1.21 0 0 1 1.712 0l1.644 1.644M3 7v-2a2 2 0 0 1 2 -2h2M3 17v2a2 2 0 0 0 2 2h2M17 3h2a2 2 0 0 1 2 2v2M17 21h2a2 2 0 0 0 2 -2v-2',
);
export const TbPhotoUp = icon(
  'M15 8h.01M12.5 21h-6.5a3 3 0 0 1 -3 -3v-12a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v6.5M3 16l5 -5c.928 -.893 2.072 -.893 3 0l3.5 3.5M14 14l1 -1c.679 -.653 1.473 -.829 2.214 -.526M19 22v-6M22 19l-3 -3l-3 3',
);
export const TbRotate = icon('M4.05 11a8 8 0 1 1 .5 4m-.5 5v-5h5');
export const TbUserOff = icon(
  'M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507 -.545a4 4 0 1 0 -5.59 -5.552M6 21v-2a4 4 0 0 1 4 -4h4c.412 0 .81 .062 1.183 .178m2.633 2.618c.12 .38 .184 .785 .184 1.204v2M3 3l18 18',
);
export const TbUserSquareRounded = icon(
  'M12 13a3 3 0 1 0 0 -6a3 3 0 0 0 0 6M12 3c7.2 0 9 1.8 9 9c0 7.2 -1.8 9 -9 9c-7.2 0 -9 -1.8 -9 -9c0 -7.2 1.8 -9 9 -9M6 20.05v-.05a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v.05',
);
export const TbZoomIn = icon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M7 10l6 0M10 7l0 6M21 21l-6 -6');
export const TbZoomOut = icon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M7 10l6 0M21 21l-6 -6');
