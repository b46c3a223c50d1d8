/** The photo of the applicant, or the place where it would be. */
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import part from './part.module.css';

interface PortraitProps {
  image: string | null;
  alt: string;
  /** What is said where there is none. */
  none: string;
}

export function Portrait({ image, alt, none }: PortraitProps) {
  const [width = 0] = limits.photoThumbnailWidths;
  if (!image) return <p className={part.photo}>{none}</p>;
  return <img className={part.photo} src={thumbnailUrl(image, width)} alt={alt} width="160" height="200" />;
}
