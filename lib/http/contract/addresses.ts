/** A cloud's metadata service answers there with the machine's own credentials; nothing that we would ask does. */
const METADATA_HOST = /^(?:169\.254\.\d+\.\d+|\[fe80:.*\]|\[fd00:ec2::254\]|metadata\.google\.internal)$/i;

export const isMetadataHost = (hostname: string): boolean => METADATA_HOST.test(hostname);
