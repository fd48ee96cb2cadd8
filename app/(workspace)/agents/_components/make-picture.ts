const SIDE = 128;

/** The middle of an image file as a small square, for a data URL. Throws where the file is no image that the browser reads. */
export async function makePicture(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const side = Math.min(image.width, image.height);
  const [x, y] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.getContext("2d")?.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE);
  image.close();
  // A browser that writes no WebP writes PNG instead.
  return canvas.toDataURL("image/webp", 0.86);
}
