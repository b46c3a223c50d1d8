/** The photo of the applicant, or a placeholder. */
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import part from './part.module.css';

interface PortraitProps {
  image: string | null;
  alt: string;
  /** The text of the placeholder. */
  none: string;
}

export function Portrait({ image, alt, none }: PortraitProps) {
  if (!image) return <p className={part.photo}>{none}</p>;
  const source = thumbnailUrl(image, limits.photoThumbnailWidths[0]);
  return <img className={part.photo} src={source} alt={alt} width="160" height="200" />;
}
